import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss, { type Rule } from 'postcss'
import { expect, test } from 'vitest'
import { root } from './planted-tree.ts'

/**
 * A browser checks `html:has(…)` again after each change anywhere on the page: on a list of 100 rows it took a second
 * to open a dialog. Put the state of a page on `<html>` instead (`useRootState` of kit/runtime).
 */
const rootHas = /(?:^|[\s,(>+~])(?::root|html|body)(?![-\w])(?:[^\s,>+~(]|\((?:[^()]|\([^()]*\))*\))*?:has\(/

/** The selector with its parents, as CSS nesting reads it. */
const wholeSelector = ({ selector, parent }: Rule): string => {
  let around = parent
  while (around && around.type !== 'rule') around = around.parent as typeof parent
  if (!around) return selector
  const outer = wholeSelector(around as Rule)
  return selector.includes('&') ? selector.replaceAll('&', () => outer) : `${outer} ${selector}`
}

const rootHasIn = (css: string): string[] => {
  const found: string[] = []
  postcss.parse(css).walkRules((rule) => {
    if (rootHas.test(wholeSelector(rule))) found.push(rule.selector)
  })
  return found
}

test.each([
  'html:has(.bar) {}',
  ':root:has(.bar > p) .toast {}',
  '.a, body.dark:has(dialog) {}',
  'html:is([lang="sw"]):has(.bar) {}',
  '@layer base { html { &:has([role="dialog"]) {} } }',
  'html { @media (width < 62rem) { &[data-theme]:has(.bar) {} } }',
])('a stylesheet with %s is refused', (css) => {
  expect(rootHasIn(css)).toHaveLength(1)
})

test.each(['html .card:has(p) {}', '.t-body:has(p) {}', 'html { & .card:has(p) {} }', 'html[data-dialog] {}'])(
  '%s is allowed',
  (css) => {
    expect(rootHasIn(css)).toEqual([])
  },
)

test('no stylesheet uses :has on the root of the page', () => {
  const sheets = globSync('frontends/*/src/**/*.css', { cwd: root })
  expect(sheets.length).toBeGreaterThan(10)
  const found = sheets.flatMap((file) =>
    rootHasIn(readFileSync(join(root, file), 'utf8')).map((selector) => `${file}: ${selector}`),
  )
  expect(found).toEqual([])
})
