import type { ChargedWrite, QuotaLedger } from '../../parts/quota-parts.ts'

/** Returns a ledger without quotas. */
export function newQuotaLedger(): QuotaLedger {
  const names = new Map<string, Set<string>>()
  const turns = new Map<string, Promise<unknown>>()
  const notes = new Map<string, Set<ChargedWrite>>()
  let listener: (namespace: string) => void = () => {}
  return {
    loading: undefined,
    hasQuotas: namespace => names.has(namespace),
    put: ({ metadata: { namespace = '', name = '' } }) => addTo(names, namespace, name),
    remove: ({ namespace, name }) => removeFrom(names, namespace, name),
    inTurn: (namespace, work) => {
      const turn = (turns.get(namespace) ?? Promise.resolve()).then(work)
      const over = turn.then(
        () => {},
        () => {},
      )
      turns.set(namespace, over)
      void over.then(() => {
        if (turns.get(namespace) === over) turns.delete(namespace)
      })
      return turn
    },
    note: (namespace, write) => {
      addTo(notes, namespace, write)
      return () => removeFrom(notes, namespace, write)
    },
    noted: namespace => [...(notes.get(namespace) ?? [])],
    onRecount: called => (listener = called),
    recount: namespace => listener(namespace),
  }
}

function addTo<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const known = sets.get(key)
  if (known) known.add(value)
  else sets.set(key, new Set([value]))
}

function removeFrom<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const known = sets.get(key)
  known?.delete(value)
  if (known?.size === 0) sets.delete(key)
}
