// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { remoteScripts } from './remote-scripts.ts'

const entry = (integrity: Record<string, string>) => ({
  ...{ name: 'tuma_agent', area: 'agent', basePath: '/Agent', role: 'agent' as const, title: 'agent' },
  ...{ manifest: '/remotes/agent/mf-manifest.json', integrity },
})

test('a script carries the hash that the remotes list names, from whichever list it came', () => {
  const scripts = remoteScripts()
  scripts.learn([entry({ '/remotes/agent/one.js': 'sha384-one' })])
  scripts.learn([entry({ '/remotes/agent/two.js': 'sha384-two' })])
  for (const [file, hash] of [
    ['one', 'sha384-one'],
    ['two', 'sha384-two'],
  ]) {
    const { src, integrity, crossOrigin } = scripts.buildScript(`${location.origin}/remotes/agent/${file}.js`)
    expect([new URL(src).pathname, integrity, crossOrigin]).toEqual([`/remotes/agent/${file}.js`, hash, 'anonymous'])
  }
})

test.each(['/remotes/agent/newer.js', '/remotes/agent/one.js/', 'https://evil.example/remotes/agent/other.js'])(
  'a script that no remotes list names does not run: %s',
  (url) => {
    const scripts = remoteScripts()
    scripts.learn([entry({ '/remotes/agent/one.js': 'sha384-one' })])
    expect(() => scripts.buildScript(url)).toThrow('is not in the remotes list')
  },
)
