import '@tuma/kit/ui/styles.css'
import './shell.css'
import { applyRememberedLanguage, applyRememberedTheme } from '@tuma/kit/runtime'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import type { RemoteEntry } from './remote-list.ts'
import { moduleFederation, Remotes } from './remotes.ts'

applyRememberedTheme()
applyRememberedLanguage()
const list: RemoteEntry[] = JSON.parse(document.getElementById('remotes')?.textContent ?? '[]')
createRoot(document.getElementById('app') as HTMLElement).render(
  <App list={list} remotes={new Remotes(list, moduleFederation())} />,
)
