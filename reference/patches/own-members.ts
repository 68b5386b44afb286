// Members of JSON objects by names that a client chooses: `__proto__`, `constructor` and
// `toString` are data like any other.

import type { JsonObject } from '../api/object.ts'

/** The own member of a name; undefined when there is none. */
export const ownMember = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Sets an own member of any name: an assignment to `__proto__` would change the prototype. */
export function setOwnMember(object: JsonObject, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else {
    Object.defineProperty(object, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }
}
