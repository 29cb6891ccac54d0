import '@tuma/kit/ui/styles.css'
import './shell.css'
import { remoteAt } from '@tuma/contracts/vocabulary'
import { applyRememberedLanguage, applyRememberedTheme, textsReady } from '@tuma/kit/runtime'
import { createRoot } from 'react-dom/client'
import { App, fetchQuestionsAhead } from './app.tsx'
import type { RemoteEntry } from './remote-list.ts'
import { moduleFederation, Remotes } from './remotes.ts'
import { takeOver } from './take-over.ts'

applyRememberedTheme()
applyRememberedLanguage()
const list: RemoteEntry[] = JSON.parse(document.getElementById('remotes')?.textContent ?? '[]')
const remotes = new Remotes(list, moduleFederation())
const app = document.getElementById('app') as HTMLElement
takeOver(document.getElementById('first'), app)
void textsReady().then(() => createRoot(app).render(<App list={list} remotes={remotes} />))
const here = remoteAt(list, location.pathname)
fetchQuestionsAhead(here !== undefined && here.role !== null)
