/** The first word of the receiver's name; empty if none was typed. */
export const receiverIn = (values: Readonly<Record<string, unknown>> = {}): string => {
  const { name } = (values.receiver ?? {}) as { name?: unknown }
  return typeof name === 'string' ? (name.trim().split(/\s+/)[0] ?? '') : ''
}
