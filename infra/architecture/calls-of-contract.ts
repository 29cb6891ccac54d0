import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'

/**
 * The list of calls in each service's README, made of its internal contract: name, callers, and the first sentence of the
 * contract's comment. `node infra/architecture/calls-of-contract.ts --write` writes it between two markers;
 * `calls-of-contract.test.ts` compares.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const contracts = join(root, 'contracts/src/services')

export const services = ['identity', 'delivery', 'payment', 'revenue', 'notification'] as const
type Service = (typeof services)[number]
type Call = { readonly name: string; readonly callers: readonly string[]; readonly summary: string }

const begin = '<!-- calls: written by calls-of-contract.ts -->'
const end = '<!-- calls end -->'

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)

const findObject = (file: ts.SourceFile, name: string): ts.ObjectLiteralExpression | undefined => {
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name: declared, initializer } of statement.declarationList.declarations) {
      if (declared.getText() !== name || !initializer) continue
      const value = ts.isSatisfiesExpression(initializer) ? initializer.expression : initializer
      if (ts.isObjectLiteralExpression(value)) return value
    }
  }
  return undefined
}

const findImport = (file: ts.SourceFile, name: string): string | undefined => {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue
    const named = statement.importClause?.namedBindings
    if (named && ts.isNamedImports(named) && named.elements.some((element) => element.name.text === name))
      return join(dirname(file.fileName), (statement.moduleSpecifier as ts.StringLiteral).text)
  }
  return undefined
}

/** The comment before each call of an object literal, and of the objects that it spreads, by the call's name. */
const readComments = (file: ts.SourceFile, name: string): ReadonlyMap<string, string> => {
  const comments = new Map<string, string>()
  for (const property of findObject(file, name)?.properties ?? []) {
    if (ts.isSpreadAssignment(property)) {
      const spread = property.expression.getText()
      const from = findImport(file, spread)
      for (const [call, comment] of readComments(from ? parse(from) : file, spread)) comments.set(call, comment)
    } else if (property.name) {
      const [comment] = ts.getJSDocCommentsAndTags(property).filter(ts.isJSDoc)
      comments.set(property.name.getText(), ts.getTextOfJSDocComment(comment?.comment) ?? '')
    }
  }
  return comments
}

/**
 * The first sentence before any tag (`@refuses`), in one line, as a cell of a table. A point within a number does not
 * end a sentence.
 */
export const summarize = (comment: string): string => {
  const [said = ''] = comment.split(/(?:^|\s)@/)
  const line = said.replaceAll(/\s+/g, ' ').trim()
  const [sentence = ''] = /^.*?[.](?=\s+[A-Z`]|$)/.exec(line) ?? [line]
  return sentence.replaceAll('|', '\\|')
}

export const readCalls = async (service: Service): Promise<readonly Call[]> => {
  const file = join(contracts, `${service}.ts`)
  const name = `${service}Contract`
  const module = (await import(pathToFileURL(file).href)) as Record<
    string,
    Record<string, { '~orpc': { meta: { callers: readonly string[] } } }>
  >
  const comments = readComments(parse(file), name)
  return Object.entries(module[name] ?? {}).map(([call, procedure]) => ({
    name: call,
    callers: procedure['~orpc'].meta.callers,
    summary: summarize(comments.get(call) ?? ''),
  }))
}

export const formatCalls = (calls: readonly Call[]): string =>
  [
    begin,
    '| Call | From | |',
    '|---|---|---|',
    ...calls.map(({ name, callers, summary }) => `| \`${name}\` | ${callers.join(', ')} | ${summary} |`),
    end,
  ].join('\n')

/** @throws where the page has no place for the list */
export const replaceCalls = (page: string, list: string): string => {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no ${begin} … ${end}`)
  return page.slice(0, from) + list + page.slice(to + end.length)
}

export const locatePage = (service: Service): string => join(root, 'services', service, 'README.md')

if (import.meta.main && process.argv.includes('--write')) {
  for (const service of services) {
    const path = locatePage(service)
    writeFileSync(path, replaceCalls(readFileSync(path, 'utf8'), formatCalls(await readCalls(service))))
  }
}
