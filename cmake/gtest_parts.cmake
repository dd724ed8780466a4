# A test program as one ctest entry, or as several that ctest runs side by side: Google Test divides its tests among them.
# What was worth dividing takes long, so it is started before the rest.

function(add_gtest name target label parts)
  if(parts EQUAL 1)
    add_test(NAME ${name} COMMAND ${target})
    set_tests_properties(${name} PROPERTIES LABELS ${label})
    return()
  endif()
  foreach(part RANGE 1 ${parts})
    math(EXPR index "${part} - 1")
    add_test(NAME ${name}.${part} COMMAND ${target})
    set_tests_properties(${name}.${part} PROPERTIES
      LABELS ${label}
      COST 100
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${parts};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()
