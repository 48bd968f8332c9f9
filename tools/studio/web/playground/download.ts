// Hands bytes to the browser as a file to keep.
export function download(name: string, data: BlobPart, type = "application/octet-stream"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
