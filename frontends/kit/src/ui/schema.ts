/** For schemas that only a form has (a repeated password): `import * as z from '@tuma/kit/schema'`. */
export * from 'zod/mini'
