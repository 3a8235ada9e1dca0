#include "Engine.h"
std::unique_ptr<gpu::Engine> gpu::openCuda() { throw gpu::Failure("no CUDA"); }
