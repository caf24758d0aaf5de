// What view_pictures.js draws: a picture's name, and of each panel its title and its access.
// `record` names a program that pictures.sh has recorded; `at` is the address of a lane where
// nothing was.
"use strict";

const load = {
    space: "global",
    type: "load"
};
const gemv = (record, kernel, more) => ({ record, kernel, ...load, ...more });
const tile = (title, kernel, text) =>
    ({ title, record: "06", kernel, space: "shared", type: "load", text });
const ROWS = 256;  // of the matrices that are recorded, and as many columns

module.exports = {
    "01_naive_gemv" : {
        draw : "panels",
        title : "sum += A[row * n + col] * x[col];    one warp, at one column",
        panels :
        [
            gemv("01", "gemv_naive",
                { title : "A: each lane in a row of its own", stride : 4 * ROWS }),
            gemv("01", "gemv_naive", { title : "x: all lanes at the same element", stride : 0 })
        ]
    },
    "02_coalesced_gemv" : {
        draw : "panels",
        title : "sum += A[col * lda + row] * x[col];    one warp",
        panels :
        [
            gemv("02", "gemv_coalesced", { title : "A, column 0: 32 adjacent rows", stride : 4 }),
            gemv("02", "gemv_coalesced", { title : "x[0]: the same for all lanes", stride : 0 }),
            gemv("02", "gemv_coalesced",
                { title : "A, column 1: lda floats further", stride : 4, nth : 2 })
        ]
    },
    "03_constant_gemv" : {
        draw : "panels",
        title : "sum += A[col * lda + row] * constant_x[col];    one warp",
        panels :
        [
            gemv("03", "gemv_constant", { title : "A, column 0: global memory", stride : 4 }),
            gemv("03", "gemv_constant", {
                title : "constant_x[0]: constant memory, one word for the warp",
                space : "constant"
            })
        ]
    },
    "04_shared_gemv" : {
        draw : "panels",
        title : "One warp of the kernel with a tile of x",
        panels :
        [
            gemv("04", "gemv_shared",
                { title : "Fetching the tile: x from global memory …", stride : 4 }),
            gemv("04", "gemv_shared", {
                title : "… into shared memory: 32 words, one in each bank",
                space : "shared",
                type : "store"
            }),
            gemv("04", "gemv_shared", {
                title : "Using it: A, column 0, from global memory …",
                stride : 4,
                text : "sum +="
            }),
            gemv("04", "gemv_shared", {
                title : "… and tile[0], one word for all lanes: a broadcast",
                space : "shared",
                stride : 0
            })
        ]
    },
    "05_shuffle_gemv" : {
        draw : "panels",
        title : "A warp along a row of A",
        panels :
        [
            gemv(
                "05", "gemv_warp", { title : "gemv_warp, A(0, lane): 4 bytes a lane", stride : 4 }),
            gemv("05", "gemv_vector", {
                title : "gemv_vector, A(0, 4 lane) to A(0, 4 lane + 3): 16 bytes a lane",
                stride : 16
            })
        ]
    },
    "06_tiled_transpose" : {
        draw : "panels",
        title : "out[…] = element (threadIdx.x, threadIdx.y) of the tile;    one warp reads",
        panels :
        [
            tile("tile[32][32], step 4", "transpose_tile", "tile["),
            tile("tile[32][33], step 5", "transpose_padded", "tile["), {
                ...tile("tile[16][17]: a word of padding after each row of 16"),
                bytes : 4,
                at : (lane) => 4 * (lane % 16 * 17 + Math.floor(lane / 16))
            },
            tile("tile[8][34], step 6: lines of 32 words, two of padding", "transpose_small<16>",
                "tile[")
        ]
    },
    "09_ldmatrix_banks" : {
        draw : "panels",
        title : "Eight rows of one block leave shared memory together: words 0 to 3 of rows 0 to 7",
        panels : [32, 36].map((line) => ({
            ...tile(`Lines of ${line} words`),
            bytes : 16,
            lanes : 8,
            at : (row) => 4 * line * row
        }))
    },
    view_stride : { draw : "access", record : "sums", ...load, text : "sum += A" },
    view_life : { draw : "life", record : "sums" },
    view_race : { draw : "meeting", record : "sums" },
    view_conflict : { draw : "access", ...tile("", "transpose_tile", "= tile[") }
};
