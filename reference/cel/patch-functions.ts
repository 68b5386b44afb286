import { defineOverloads, type Overload } from './overloads.ts'

/** Functions for the paths of JSON patches. */
export const patchFunctions: readonly Overload[] = defineOverloads({
  'jsonpatch::escapeKey(string) string': ([key]) =>
    String(key).replaceAll('~', '~0').replaceAll('/', '~1'),
})
