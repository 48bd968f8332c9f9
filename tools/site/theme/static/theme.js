// Chooses light or dark before anything is drawn: what the reader has chosen, else what the system says.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("romasc-theme");
  } catch {} // a browser may keep nothing
  document.documentElement.dataset.theme = chosen ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  // Pages that are opened from the disk may not read others, so the search shows no excerpts of them there.
  if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
})();
