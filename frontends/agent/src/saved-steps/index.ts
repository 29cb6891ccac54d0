/** For the screens of agents: where their steps are stored until they are sent. */
export { OutboxContext, useNotSavedText, useOutbox, useSavedSteps } from './use-outbox.ts'
