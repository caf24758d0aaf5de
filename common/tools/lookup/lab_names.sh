# shellcheck shell=bash
# Sourced by scripts: from a lab's id to its files and to what LAB= calls it. The expert file
# labs/08_thread_tiled_gemm/hopper.cu has the id 08_thread_tiled_gemm_hopper (common/lab/
# lab_files.h). Each function takes an id and prints one word.
lab_folder() { # below labs/ and solutions/
    local folder
    for folder in labs/[0-9]*/ solutions/[0-9]*/; do
        folder=${folder%/} folder=${folder##*/}
        case $1 in
        "$folder" | "$folder"_*)
            echo "$folder"
            return
            ;;
        esac
    done
    echo "$1"
}
lab_stem() { # its file without ".cu"
    local folder
    folder=$(lab_folder "$1")
    if [ "$1" = "$folder" ]; then echo "${1#*_}"; else echo "${1#"$folder"_}"; fi
}
lab_called() { # 08, or 08/hopper
    local folder
    folder=$(lab_folder "$1")
    if [ "$1" = "$folder" ]; then echo "${1%%_*}"; else echo "${1%%_*}/${1#"$folder"_}"; fi
}
