# The program itself prints its manual page and its shell completions, so they cannot fall behind it.

include(GNUInstallDirs)
set(share ${CMAKE_BINARY_DIR}/share)

function(generate_text kind file)
  get_filename_component(folder ${file} DIRECTORY)
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND tandem generate ${kind} > ${file}.part
    COMMAND ${CMAKE_COMMAND} -E rename ${file}.part ${file}
    DEPENDS tandem
    VERBATIM)
endfunction()

generate_text(man ${share}/man/man1/tandem.1)
generate_text(bash ${share}/bash-completion/completions/tandem)
generate_text(zsh ${share}/zsh/site-functions/_tandem)
generate_text(fish ${share}/fish/vendor_completions.d/tandem.fish)
add_custom_target(manual ALL DEPENDS
  ${share}/man/man1/tandem.1
  ${share}/bash-completion/completions/tandem
  ${share}/zsh/site-functions/_tandem
  ${share}/fish/vendor_completions.d/tandem.fish)

install(TARGETS tandem)
install(DIRECTORY ${share}/ DESTINATION ${CMAKE_INSTALL_DATADIR})
if(EXISTS ${PROJECT_SOURCE_DIR}/share)
  install(DIRECTORY share/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tandem)
endif()
install(FILES LICENSE README.md docs/CHANGELOG.md docs/licences.spdx DESTINATION ${CMAKE_INSTALL_DOCDIR})
