/**
 * Two remotes' utilities have the same names in their own order, so only those of the area on screen may count. The sheets
 * are switched off, not taken away: `link.disabled` would fetch them again.
 */
export function applyStyles(area: string): void {
  for (const sheet of document.styleSheets) {
    const path = sheet.href ? new URL(sheet.href).pathname : ''
    if (path.startsWith('/remotes/')) sheet.disabled = !path.startsWith(`/remotes/${area}/`)
  }
}
