# The emulator came as one file.
$(if $(wildcard common/emulator/emulator.mk),,$(shell tar -xzf common/emulator.tar.gz))
