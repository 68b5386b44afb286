/** Sets an own member of any name. An assignment to `__proto__` would change the prototype. */
export function setOwnMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, ...ordinary })
}

const ordinary = { writable: true, enumerable: true, configurable: true }
