import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { type Arriving, arriving, type RemoteModule, textsReady } from '@tuma/kit/runtime'
import type { RemoteEntry } from './remote-list.ts'
import { remoteScripts } from './remote-scripts.ts'

/** How remotes come to the page. Split off so that tests can put slow and broken ones in. */
export type Federation = {
  register: (remotes: readonly RemoteEntry[]) => void
  load: (remote: RemoteEntry) => Promise<RemoteModule>
  /** The current list: a remote may have rolled out since the page was opened. */
  askAgain: () => Promise<RemoteEntry[]>
}

/** Slower than that, and the area says that it is unavailable. */
const patienceMs = 12_000

class TooLate extends Error {}

/** One load a remote at a time; a failed one is forgotten, so that Try Again starts over. */
export class Remotes {
  readonly #federation: Federation
  readonly #patienceMs: number
  readonly #modules = new Map<string, Arriving<RemoteModule>>()

  constructor(list: readonly RemoteEntry[], federation: Federation, patience = patienceMs) {
    this.#federation = federation
    this.#patienceMs = patience
    federation.register(list)
  }

  load(remote: RemoteEntry): Arriving<RemoteModule> {
    const loading = this.#modules.get(remote.name) ?? arriving(this.#attemptTwice(remote))
    this.#modules.set(remote.name, loading)
    return loading
  }

  forget(remote: RemoteEntry): void {
    this.#modules.delete(remote.name)
  }

  async #attemptTwice(remote: RemoteEntry): Promise<RemoteModule> {
    try {
      return await this.#inTime(this.#federation.load(remote))
    } catch (error) {
      if (error instanceof TooLate) throw error
      const fresh = await this.#inTime(this.#federation.askAgain()).catch(() => [])
      const same = fresh.find((other) => other.name === remote.name) ?? remote
      this.#federation.register([same])
      return await this.#inTime(this.#federation.load(same))
    }
  }

  #inTime<T>(promise: Promise<T>): Promise<T> {
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new TooLate('The remote did not come in time')), this.#patienceMs)
    return Promise.race([promise, tooLate]).finally(() => clearTimeout(timer))
  }
}

/** Module Federation's runtime, with integrity on the entry, which the remotes list names. */
export function moduleFederation(): Federation {
  const scripts = remoteScripts()
  const createScript = ({ url }: { url: string }) => scripts.buildScript(url)
  registerPlugins([{ name: 'tuma-shell', createScript }])

  return {
    register(remotes) {
      scripts.learn(remotes)
      const entries = remotes.flatMap(({ name, integrity }) =>
        Object.keys(integrity).map((file) => ({ name, entry: new URL(file, location.origin).href })),
      )
      registerRemotes(entries, { force: true })
    },
    async load({ name }) {
      const loaded = await loadRemote<{ remote: RemoteModule }>(`${name}/remote`)
      if (!loaded?.remote) throw new Error(`${name} exposes no remote`)
      await textsReady()
      return loaded.remote
    },
    async askAgain() {
      const answer = await fetch('/api/remotes', { cache: 'no-cache', signal: AbortSignal.timeout(patienceMs) })
      return answer.ok ? answer.json() : []
    },
  }
}
