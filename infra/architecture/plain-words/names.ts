import ts from 'typescript'

export type Declared = {
  readonly file: string
  readonly line: number
  readonly name: string
  readonly isFunction: boolean
}

const isDeclaration = (node: ts.Node): node is ts.NamedDeclaration & { name: ts.Identifier } =>
  (ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isMethodDeclaration(node)) &&
  node.name !== undefined &&
  ts.isIdentifier(node.name)

const isFunction = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  (ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer))

/** @returns the names that a file declares */
export const readNames = (source: ts.SourceFile): Declared[] => {
  const file = source.fileName
  const found: Declared[] = []
  const take = (node: ts.Node): void => {
    if (isDeclaration(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart(source))
      found.push({ file, line: line + 1, name: node.name.text, isFunction: isFunction(node) })
    }
    ts.forEachChild(node, take)
  }
  take(source)
  return found
}
