const isFault = (callee) =>
  callee.type === 'Super' || (callee.type === 'Identifier' && /Error$|^EngineAway$/.test(callee.name))

/**
 * What a fault tells a developer. People read sentences of catalogues instead, and tests recognise a fault by its class:
 * whoever rewords one should not have to reword a test. The codes of refusals are no messages.
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
