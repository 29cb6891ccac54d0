const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
