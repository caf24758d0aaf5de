# Debian with what `make setup` installs: for an editor's container (.devcontainer), for grading in
# one, and as the base of an autograder. From this folder:
#   docker build -t gpu-labs .
#   docker run --rm -it -v "$PWD":/labs -w /labs gpu-labs
# Another Debian or Ubuntu: --build-arg BASE=gradescope/autograder-base:ubuntu-22.04
ARG BASE=debian:bookworm-slim
FROM ${BASE}

RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates git make sudo \
    && { id learner 2>/dev/null || useradd --create-home --shell /bin/bash learner; } \
    && echo 'learner ALL=(ALL) NOPASSWD:ALL' >/etc/sudoers.d/learner

# Only this script, so that an edited lab does not build the image anew; `make setup` calls the same.
COPY common/tools/scripts/setup.sh /tmp/
RUN /tmp/setup.sh 0 && rm -rf /tmp/setup.sh /var/lib/apt/lists/*

USER learner
CMD ["bash"]
