// The objects that the benchmark creates: ConfigMaps of equal size.

import type { BenchServer } from './server.ts'

export const benchCollection = '/api/v1/namespaces/bench/configmaps'

export const benchObjectName = (index: number): string => `object-${String(index).padStart(7, '0')}`

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

// 1,750 bytes without short repetitions, so that they do not compress well.
const data = Array.from({ length: 1750 }, (_, i) => letters[(i * i * 31 + i * 7) % 61]).join('')

/** Returns a ConfigMap with 1,750 bytes of data, as JSON. */
export const benchObject = (name: string): string =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"},"data":{"text":"${data}"}}`

/** Creates the objects with the indices `from` to `to - 1`, sixteen at a time. */
export async function fillCollection(
  { api }: BenchServer,
  { from, to }: { from: number; to: number },
): Promise<void> {
  let next = from
  const one = async () => {
    while (next < to) await api.send('POST', benchCollection, benchObject(benchObjectName(next++)))
  }
  await Promise.all(Array.from({ length: 16 }, one))
}

let created = 0

/** Returns an object with a name that has not been used before. */
export const freshObject = (): string => benchObject(`fresh-${created++}`)
