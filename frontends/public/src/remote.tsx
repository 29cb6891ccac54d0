import '@tuma/kit/ui/remote.css'
import './site.css'
import { defineRemote } from '@tuma/kit/runtime'
import { routes } from './routes.tsx'
import { texts } from './texts.ts'

export const remote = defineRemote({ catalogue: texts, routes, menu: [] })
