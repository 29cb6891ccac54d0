import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from '../planted-tree.ts'
import { expressions, maxAllowances, maxLookUps, names } from './expressions.ts'
import { findFiles, readFile } from './sentences.ts'

const files = findFiles(root)
const read = files.map((file) => readFile(root, file))
const declared = read.flatMap(({ names: found }) => found)

describe('each sentence is in plain words', () => {
  test.each(expressions)('without $found', ({ found, instead }) => {
    const hits = read
      .flatMap(({ sentences }) => sentences)
      .filter(({ text }) => found.test(text))
      .map(({ file, line, text }) => `${file}:${line} (write: ${instead}) ${text}`)
    expect(hits).toEqual([])
  })
  test('all of the tree is read', () => {
    expect(files.length).toBeGreaterThan(1000)
    expect(files.filter((file) => file.endsWith('.en.json')).length).toBeGreaterThan(20)
    expect(files.filter((file) => file.endsWith('.md')).length).toBeGreaterThan(50)
  })
  test(`at most ${maxAllowances} lines are allowed, each with its reason`, () => {
    const allowances = read.flatMap(({ allowances }) => allowances)
    expect(allowances.length).toBeLessThanOrEqual(maxAllowances)
  })
})

describe('each name says what it holds', () => {
  test.each(names)('without $found', ({ found, instead }) => {
    const hits = declared
      .filter(({ name }) => found.test(name))
      .map(({ file, line, name }) => `${file}:${line} (write: ${instead}) ${name}`)
    expect(hits).toEqual([])
  })
  test('functions that end in Of are look-ups, and few', () => {
    const lookUps = declared.filter(({ name, isFunction }) => isFunction && /[a-z]Of$/.test(name))
    expect(lookUps.length).toBeLessThanOrEqual(maxLookUps)
  })
})

describe('is found wherever people read it:', () => {
  const planted = mkdtempSync(join(tmpdir(), 'tuma-words-'))
  afterAll(() => rmSync(planted, { recursive: true }))
  const plant = (file: string, text: string): string => {
    mkdirSync(join(planted, dirname(file)), { recursive: true })
    writeFileSync(join(planted, file), text)
    return file
  }
  const find = (file: string, found: RegExp) =>
    readFile(planted, file).sentences.flatMap(({ line, text }) => (found.test(text) ? [line] : []))

  test.each(expressions)('$fixture', ({ found, fixture }) => {
    const inComment = plant(
      'bff/src/one.ts',
      `const a = 1\n// ${fixture}\nexport const b = [\n  a, /* ${fixture} */\n]\n`,
    )
    expect(find(inComment, found)).toEqual([2, 4])
    const inTitle = plant(
      'bff/src/one.test.ts',
      `describe('of it', () => {\n  test.each([1])('${fixture}', () => {})\n})\n`,
    )
    expect(find(inTitle, found)).toEqual([2])
    const inScreen = plant(
      'frontends/kit/src/one.tsx',
      `export const One = () => <p>{/* ${fixture} */}https://tuma.test</p>\n`,
    )
    expect(find(inScreen, found)).toEqual([1])
    const inCatalogue = plant('frontends/kit/src/texts/one.en.json', `{\n  "one": "${fixture}"\n}\n`)
    expect(find(inCatalogue, found)).toEqual([2])
    const inMessage = plant('services/notification/src/render-message/one.ts', `export const one = \`${fixture}\`\n`)
    expect(find(inMessage, found)).toEqual([1])
    const inDocument = plant('docs/one.md', `# One\n\n${fixture}\n\n\`\`\`\n${fixture}\n\`\`\`\n`)
    expect(find(inDocument, found)).toEqual([3])
  })
  test('but not in code, in a fixed text, or where a line is allowed', () => {
    const inCode = plant(
      'bff/src/two.ts',
      "export const nobody = 'nobody'\n// guard: a quotation\n// \\`nobody\\` is a value. Nobody.\n",
    )
    expect(find(inCode, /nobody/i)).toEqual([])
    const fixed = plant(
      'frontends/public/src/texts/public.en.json',
      '{\n  "landing.heading": "Nobody",\n  "x": "nobody"\n}\n',
    )
    expect(find(fixed, /nobody/i)).toEqual([3])
  })
  test('a name that is the key of a text', () => {
    const file = plant('frontends/kit/src/texts/two.en.json', '{\n  "two.nobodyLeft": "All gone"\n}\n')
    const [word] = names.filter(({ fixture }) => fixture === 'nobodyLeft')
    expect(readFile(planted, file).names.filter(({ name }) => word?.found.test(name))).toHaveLength(1)
  })
  test.each(names)('$fixture', ({ found, fixture }) => {
    const file = plant('bff/src/three.ts', `export const one = ({ ${fixture} }: { a: 1 }) => ${fixture}\n`)
    expect(readFile(planted, file).names.filter(({ name }) => found.test(name))).toEqual([
      { file, line: 1, name: fixture, isFunction: false },
    ])
  })
})
