const nothing = (statement) => statement?.type === 'ReturnStatement' && statement.argument?.type === 'NullLiteral'

/** The statements that a case runs: its own, or those of the case that it falls through to. */
const bodyFrom = (cases, at) => cases.slice(at).find(({ consequent }) => consequent.length > 0)?.consequent ?? []

/**
 * `case 'MessageSent': return null` exists for the type check, as proof that this word was handled: without it the
 * function would return the same at its end. A case with any other result is tried, and so is a case that falls through
 * to the next.
 */
const exhaustiveCases = {
  shouldIgnore({ node, parent, parentPath }) {
    const isName = node.type === 'StringLiteral' && parent?.type === 'SwitchCase' && parent.test === node
    if (!isName) return undefined
    const { cases } = parentPath.parent
    const [only, ...more] = bodyFrom(cases, cases.indexOf(parent))
    const isExhaustive = cases.every(({ test }) => test !== null)
    return isExhaustive && nothing(only) && more.length === 0 ? 'a case of which nothing comes' : undefined
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'exhaustive-cases', value: exhaustiveCases }]
