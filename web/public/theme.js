// Runs before the first paint so that a chosen theme never flashes. A file, because the content security policy
// allows no inline script. src/ui/theme.ts writes the same key and the same attribute.
;(() => {
  try {
    const chosen = localStorage.getItem('theme')
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
  } catch {
    // Storage is switched off: the system's choice holds.
  }
})()
