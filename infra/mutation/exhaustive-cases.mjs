const nothing = (statement) => statement?.type === 'ReturnStatement' && statement.argument?.type === 'NullLiteral'

/** The statements that a case runs: its own, or those of the case that it falls through to. */
const bodyFrom = (cases, at) => cases.slice(at).find(({ consequent }) => consequent.length > 0)?.consequent ?? []

/**
 * `case 'MessageSent': return null` says for the type check that this word was thought of: without its name the same
 * nothing would come out at the end. A case that returns anything else is tried, and what a case loses to the next one.
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
