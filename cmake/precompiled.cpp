// The precompiled headers are built with this file; see src/CMakeLists.txt.
