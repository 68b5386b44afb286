// Access to members of JSON objects whose names a client chooses: `__proto__`, `constructor` and
// `toString` are ordinary data.

import type { JsonObject } from '../api/object.ts'

/** Returns the own member of a name, or undefined if there is none. */
export const ownMember = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined
