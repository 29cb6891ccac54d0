import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './planted-tree.ts'

/**
 * The reader of a comment has nothing but the repository, so the comment must itself say what it uses of a paper, a
 * measurement or a talk. The patterns here are written so that they do not match themselves.
 */
const elsewhere: [what: string, RegExp][] = [
  ['a specification that is not here', /\bthe specificatio[n](['’]s)?\b|\bper (the )?spe[c]\b/i],
  ['a section of a paper', /\u00a7/],
  ['a paper', /\b(spec|design|brief(ing)?|findings)[.]md\b/i],
  ['a design', /\b(of|in|by|from) the desig[n]\b(?! system)/i],
  ['a folder that is not here', /(^|[\s("'`/])(research|findings)[/]\w/i],
  ['somebody’s machine', /(^|[\s("'`])[/](work|home|Users)[/]\w/],
]
const citationsIn = (text: string) =>
  text
    .split('\n')
    .flatMap((line, at) =>
      elsewhere.filter(([, cited]) => cited.test(line)).map(([what]) => `line ${at + 1} cites ${what}: ${line.trim()}`),
    )

const texts = [
  '*',
  '.ci/*',
  '.github/**/*',
  '{contracts,services,bff,frontends,infra,docs}/**/*.{ts,tsx,mjs,md,css,html}',
]
const configured = [
  '{contracts,services,bff,frontends,infra}/**/*.{yaml,yml,jsonc,grit,go,env}',
  'infra/docker/Dockerfile',
]
const notOurs = /(^|\/)(node_modules|dist|screenshots|data[\w-]*)(\/|$)|package-lock[.]json$/
const files = globSync([...texts, ...configured], {
  cwd: root,
  withFileTypes: true,
  exclude: (entry) => notOurs.test(entry.name),
})
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
const paths = files.map((file) => file.slice(root.length).replaceAll('\\', '/'))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

test('the repository cites nothing outside of it', () => {
  expect(paths.length).toBeGreaterThan(400)
  const found = paths.flatMap((path) => citationsIn(textOf(path)).map((citation) => `${path}, ${citation}`))
  expect(found).toEqual([])
})

describe('a citation is found:', () => {
  test.each([
    `// As ${'the'} specification counts`,
    `test("the menu is ${'the'} specification's, in its order")`,
    `/** The shapes of research${'/'}domain.md, by their numbers there. */`,
    `From ${'the'} design, ${'\u00a7'}13`,
    `see design${'.'}md`,
    `as measured in /work${'/'}shared`,
  ])('%s', (line) => {
    expect(citationsIn(line)).not.toEqual([])
  })

  test.each(['the collection’s specification as text', 'toSpecification(account)', 'https://example.com/home/page'])(
    'this is not a citation: %s',
    (line) => {
      expect(citationsIn(line)).toEqual([])
    },
  )
})

const readOutsideOfBlocks = (path: string): string => textOf(path).replaceAll(/^ *```[\s\S]*?^ *```/gm, '')

/** The targets of a page: its links, and files that it names by their path from the top. */
const leadsTo = (path: string): string[] => {
  const text = readOutsideOfBlocks(path)
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) =>
    join(dirname(path), link as string),
  )
  const named = [
    ...text.matchAll(/`((?:contracts|services|bff|frontends|infra)\/[\w./-]+[.](?:tsx?|mjs|json|yaml|md))`/g),
  ]
  return [...links, ...named.map(([, file]) => file as string)]
}
const pages = paths.filter((path) => path.endsWith('.md'))

/** The anchors of a page's headings, as GitHub makes them. */
const findAnchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
const findLinksToAnchors = (path: string): [page: string, anchor: string][] =>
  [...readOutsideOfBlocks(path).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(
    ([, page = '', anchor = '']) => [page === '' ? path : join(dirname(path), page), anchor],
  )

test.each(pages)('all targets of %s exist', (page) => {
  expect(leadsTo(page).filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test.each(pages)('all headings that %s links to exist', (page) => {
  const missing = findLinksToAnchors(page).filter(([target, anchor]) => !findAnchors(textOf(target)).includes(anchor))
  expect(missing).toEqual([])
})

test('a heading has the anchor that a browser looks for', () => {
  expect(findAnchors('# Scale out\n\n### What a start says (about `Kafka`)\n')).toEqual([
    'scale-out',
    'what-a-start-says-about-kafka',
  ])
})
