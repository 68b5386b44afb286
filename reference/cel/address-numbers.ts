// Converts IP addresses to numbers and back.

import { isIPv4 } from 'node:net'

/** Returns an address as a number, with its length in bits. */
export function addressNumber(address: string): { value: bigint; bits: number } {
  if (isIPv4(address)) {
    return {
      value: address.split('.').reduce((sum, byte) => sum * 256n + BigInt(byte), 0n),
      bits: 32,
    }
  }
  const plain = address.replace(/:(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [before = '', after] = plain.split('::')
  const [head, tail] = [before, after ?? ''].map(half => (half === '' ? [] : half.split(':')))
  const gap = Array<string>(8 - (head?.length ?? 0) - (tail?.length ?? 0)).fill('0')
  const groups = [...(head ?? []), ...(after === undefined ? [] : gap), ...(tail ?? [])]
  return {
    value: groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n),
    bits: 128,
  }
}

/** Formats an address in its shortest form: the first of the longest runs of zeros is left out. */
export function addressText(value: bigint, bits: number): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map(shift => (value >> shift) & 255n).join('.')
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((value >> BigInt(112 - 16 * index)) & 65_535n).toString(16),
  )
  const zerosFrom = (from: number): number => {
    const end = groups.findIndex((group, index) => index >= from && group !== '0')
    return (end < 0 ? groups.length : end) - from
  }
  const counts = groups.map((_group, index) => zerosFrom(index))
  const longest = Math.max(...counts)
  if (longest < 2) return groups.join(':')
  const from = counts.indexOf(longest)
  return `${groups.slice(0, from).join(':')}::${groups.slice(from + longest).join(':')}`
}
