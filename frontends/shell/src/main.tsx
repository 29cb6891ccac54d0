import '@tuma/kit/ui/styles.css'
import './shell.css'
import { remoteAt } from '@tuma/contracts/vocabulary'
import { applyRememberedLanguage, applyRememberedTheme } from '@tuma/kit/runtime'
import { createRoot } from 'react-dom/client'
import { App, fetchQuestionsAhead } from './app.tsx'
import type { RemoteEntry } from './remote-list.ts'
import { moduleFederation, Remotes } from './remotes.ts'
import { takeOver } from './take-over.ts'

applyRememberedTheme()
applyRememberedLanguage()
const list: RemoteEntry[] = JSON.parse(document.getElementById('remotes')?.textContent ?? '[]')
const app = document.getElementById('app') as HTMLElement
createRoot(app).render(<App list={list} remotes={new Remotes(list, moduleFederation())} />)
takeOver(document.getElementById('first'), app)
const here = remoteAt(list, location.pathname)
fetchQuestionsAhead(here !== undefined && here.role !== null)
