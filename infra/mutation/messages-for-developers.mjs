const isFault = (callee) =>
  callee.type === 'Super' || (callee.type === 'Identifier' && /Error$|^EngineAway$/.test(callee.name))

/**
 * Faults in messages for developers. People read sentences of catalogues instead, and tests recognise an error by its
 * class, so that a new wording needs no new test. The codes of refusals are not messages.
 */
const messagesForDevelopers = {
  shouldIgnore({ node, parent }) {
    const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral'
    const isMessage =
      isText &&
      (parent?.type === 'NewExpression' || parent?.type === 'CallExpression') &&
      parent.arguments.includes(node) &&
      isFault(parent.callee)
    return isMessage ? 'a message for developers' : undefined
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'messages-for-developers', value: messagesForDevelopers }]
