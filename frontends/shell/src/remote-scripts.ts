import type { RemoteEntry } from './remote-list.ts'

/** The scripts of remotes' entries, each with the hash (sha384) that a remotes list has named for it since the page was opened. */
export function remoteScripts() {
  /** By path. */
  const hashes = new Map<string, string>()
  return {
    learn(remotes: readonly RemoteEntry[]): void {
      for (const remote of remotes) for (const [file, hash] of Object.entries(remote.integrity)) hashes.set(file, hash)
    },

    /** @throws Error for an entry that no list has named, as a newer one: the list is asked for again then */
    buildScript(url: string): HTMLScriptElement {
      const hash = hashes.get(new URL(url, location.origin).pathname)
      if (!hash) throw new Error(`${url} is not in the remotes list`)
      const script = document.createElement('script')
      script.src = url
      script.integrity = hash
      script.crossOrigin = 'anonymous'
      return script
    },
  }
}
