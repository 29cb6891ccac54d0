/** In a file of its own, so that it is a chunk of its own. */
export { Asked } from '@tuma/kit/ui'
