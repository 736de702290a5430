/** Not so when the file was moved, removed or changed since it was chosen: then no further try can send it. */
export const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
