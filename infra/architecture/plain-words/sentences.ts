import { globSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import ts from 'typescript'
import { type Declared, readNames } from './names.ts'

/** A line of a comment, a test's title, a catalogue, a message or a document. `line` counts from 1. */
export type Sentence = { readonly file: string; readonly line: number; readonly text: string }
type Said = { readonly sentences: readonly Sentence[]; readonly names: readonly Declared[] }

const code = '{bff,contracts,frontends,infra,services}/**/*.{ts,tsx,mts,mjs}'
const catalogues = '{bff,contracts,frontends}/**/texts/*.en.json'
const documents = ['*.md', 'docs/**/*.md', '{bff,contracts,frontends,infra,services}/**/*.md']
const leftOut = ['**/node_modules/**', '**/dist/**', '**/.cache/**', 'infra/architecture/violations/**']
/** Texts that may not change, by `catalogue/key`. */
const fixedEnglish: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../translation/fixed-english.json'), 'utf8'),
)
/** The functions that take a title (a journey has steps); `test.each` and `describe.skipIf` begin with one of them too. */
const titled = new Set(['test', 'it', 'describe', 'step'])
/** Allows its own line and the one below it, and says why. */
export const allowance = /guard: \S/

/** @param root of the repository @returns all files that hold sentences, from there */
export const findFiles = (root: string): string[] =>
  [code, catalogues, ...documents].flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: leftOut }).map((file) => file.replaceAll('\\', '/')),
  )

const begins = (expression: ts.Expression): string => {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) return begins(expression.expression)
  return ''
}

const readComments = (source: ts.SourceFile): { at: number; text: string }[] => {
  const found = new Map<number, string>()
  const take = (node: ts.Node): void => {
    // Text between JSX tags may hold what looks like a comment, as in https://.
    if (ts.isJsxText(node)) return
    const text = source.text
    for (const ranges of [ts.getLeadingCommentRanges(text, node.pos), ts.getTrailingCommentRanges(text, node.end)])
      for (const { pos, end } of ranges ?? []) found.set(pos, text.slice(pos, end))
    for (const child of node.getChildren(source)) take(child)
  }
  take(source)
  return [...found].map(([at, text]) => ({ at, text }))
}

const readTitles = (source: ts.SourceFile): { at: number; text: string }[] => {
  const found: { at: number; text: string }[] = []
  const take = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && titled.has(begins(node.expression))) {
      const [title] = node.arguments
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        found.push({ at: title.getStart(source), text: title.getText(source) })
    }
    ts.forEachChild(node, take)
  }
  take(source)
  return found
}

/** The files that hold the texts of SMS and e-mails. */
const writesMessages = /^services\/notification\/src\/render-message\/(?!.*[.]test)/

const readMessages = (source: ts.SourceFile): { at: number; text: string }[] => {
  const found: { at: number; text: string }[] = []
  const take = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
      found.push({ at: node.getStart(source), text: node.getText(source).replaceAll('`', '') })
    ts.forEachChild(node, take)
  }
  take(source)
  return found
}

const inCode = (file: string, text: string): Said => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const said = [...readComments(source), ...readTitles(source)]
  if (writesMessages.test(file)) said.push(...readMessages(source))
  const sentences = said.flatMap(({ at, text: found }) => {
    const { line } = source.getLineAndCharacterOfPosition(at)
    return found.split('\n').map((one, index) => ({ file, line: line + index + 1, text: one.trim() }))
  })
  return { sentences, names: readNames(source) }
}

/** Leaves out the texts that are fixed; their keys are names of ours. */
const inCatalogue = (file: string, text: string): Said => {
  const catalogue = basename(file, '.en.json')
  const entries = text.split('\n').flatMap((one, index) => {
    const [, name, said = ''] = /^ *"(.+?)": "(.*)",?$/.exec(one) ?? []
    return name === undefined ? [] : [{ file, line: index + 1, name, text: said, isFunction: false }]
  })
  return { sentences: entries.filter(({ name }) => !(`${catalogue}/${name}` in fixedEnglish)), names: entries }
}

/** Without blocks of code. */
const inDocument = (file: string, text: string): Said => {
  let isCode = false
  const sentences = text.split('\n').map((one, index) => {
    if (one.trim().startsWith('```')) isCode = !isCode
    return { file, line: index + 1, text: isCode ? '' : one }
  })
  return { sentences, names: [] }
}

const readers: Readonly<Record<string, (file: string, text: string) => Said>> = {
  '.json': inCatalogue,
  '.md': inDocument,
}

/** Code in a sentence is not read, nor where a link leads. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, '``').replaceAll(/\]\([^)]*\)/g, ']()')

export type Read = Said & { readonly allowances: readonly Sentence[] }

/**
 * @param file one of `findFiles`
 * @returns its sentences without the allowed ones, the names that it declares, and the lines that allow
 */
export const readFile = (root: string, file: string): Read => {
  const text = readFileSync(join(root, file), 'utf8')
  const { sentences: all, names } = (readers[extname(file)] ?? inCode)(file, text)
  const allowances = all.filter((one) => allowance.test(one.text))
  const isAllowed = new Set(allowances.flatMap(({ line }) => [line, line + 1]))
  const sentences = all
    .filter(({ line, text: said }) => said !== '' && !isAllowed.has(line))
    .map((one) => ({ ...one, text: withoutCode(one.text) }))
  return { sentences, names, allowances }
}
