/* Managed memory: a linked list that the host builds and a kernel walks; a managed variable. */
#include "require.h"

struct node {
    int value;
    node *next;
};

__device__ __managed__ int visited;

__global__ void add_up(const node *list, long long *sum)
{
    *sum = 0;
    visited = 0;
    for (; list; list = list->next) {
        *sum += list->value;
        visited++;
    }
}

int main()
{
    node *first = nullptr;
    long long *sum, expected = 0;
    CHECK(cudaMallocManaged(&sum, sizeof *sum));
    for (int i = 0; i < 50; i++) {
        node *n;
        CHECK(cudaMallocManaged(&n, sizeof *n));
        n->value = i * i;
        n->next = first;
        first = n;
        expected += i * i;
    }
    add_up<<<1, 1>>>(first, sum);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    EXPECT(*sum == expected);
    EXPECT(visited == 50);
    while (first) {
        node *next = first->next;
        CHECK(cudaFree(first));
        first = next;
    }
    CHECK(cudaFree(sum));
    return finish("managed");
}
