/**
 * `case 'MessageSent': return null` says for the type check that this word was thought of; without it the same nothing
 * would come out at the end. A case that returns anything else is tried.
 */
const exhaustiveCases = {
  shouldIgnore({ node, parent }) {
    if (node.type !== 'SwitchCase' || !node.test) return undefined
    const body = parent.cases.slice(parent.cases.indexOf(node)).find(({ consequent }) => consequent.length > 0)
    const [only, ...more] = body?.consequent ?? []
    const isNothing = only?.type === 'ReturnStatement' && only.argument?.type === 'NullLiteral' && more.length === 0
    return isNothing ? 'a case of which nothing comes' : undefined
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'exhaustive-cases', value: exhaustiveCases }]
