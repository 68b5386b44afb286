// Checks the pages of an LMDB file in order to refuse a damaged one. LMDB trusts its file: on a
// malformed page it ends the process or shows an older state. So all pages are checked before LMDB
// opens the file. The records inside the pages have their own digests.

import { fstatSync, readSync } from 'node:fs'

/** Creates the error for a damaged file. */
export type DamageError = (where: string, expected: string, got: string) => Error

/** The root of a B-tree, and the counts that LMDB recorded for it. */
type Tree = {
  depth: number
  branches: number
  leaves: number
  overflows: number
  entries: number
  root: number
}

/** The state of a file according to one of its two meta pages. */
export type MetaPage = {
  magic: number
  version: number
  pageSize: number
  transaction: number
  lastPage: number
  free: Tree
  main: Tree
}

const magic = 0xbeefc0de
const dataVersion = 2
const isBranch = 1
const isLeaf = 2
const isOverflow = 4
const isMeta = 8
const headerSize = 24
const nodeSize = 8
const metaSize = 168
const noPage = 2 ** 64

// LMDB writes numbers in the byte order of the machine. Of the machines that Node runs on, all but
// s390x are little-endian.
const numberAt = (bytes: Buffer, offset: number) => Number(bytes.readBigUInt64LE(offset))

const treeAt = (bytes: Buffer, offset: number): Tree => ({
  depth: bytes.readUInt16LE(offset + 6),
  branches: numberAt(bytes, offset + 8),
  leaves: numberAt(bytes, offset + 16),
  overflows: numberAt(bytes, offset + 24),
  entries: numberAt(bytes, offset + 32),
  root: numberAt(bytes, offset + 40),
})

function bytesAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(file, bytes, 0, length, offset)
  return bytes
}

function metaAt(file: number, offset: number): MetaPage {
  const bytes = bytesAt(file, offset, metaSize)
  return {
    magic: bytes.readUInt16LE(18) === isMeta ? bytes.readUInt32LE(24) : 0,
    version: bytes.readUInt32LE(28),
    pageSize: bytes.readUInt32LE(48),
    free: treeAt(bytes, 48),
    main: treeAt(bytes, 96),
    lastPage: numberAt(bytes, 144),
    transaction: numberAt(bytes, 152),
  }
}

/** Returns the state that LMDB will use: that of the latest transaction. */
export function newestMeta(file: number): MetaPage {
  const first = metaAt(file, 0)
  const second = metaAt(file, first.pageSize)
  return first.transaction > second.transaction ? first : second
}

/** Checks the meta pages of a file. Works while another process writes to it. */
export function checkKind(file: number, damaged: DamageError): void {
  const first = metaAt(file, 0)
  checkMeta('page 0', first, damaged)
  checkMeta('page 1', metaAt(file, first.pageSize), damaged)
}

/** Checks all pages that a file uses. */
export function checkPages(file: number, damaged: DamageError): void {
  const first = metaAt(file, 0)
  const second = metaAt(file, first.pageSize)
  // Each transaction overwrites the older of the two meta pages.
  const [even, odd] = [first.transaction, second.transaction]
  if (even + odd > 1 && (even % 2 !== 0 || odd % 2 !== 1 || Math.abs(even - odd) !== 1)) {
    throw damaged('pages 0 and 1', 'two transactions in a row', `${even} and ${odd}`)
  }
  const meta = newestMeta(file)
  const { size } = fstatSync(file)
  const seen = new Uint8Array(Math.ceil(size / meta.pageSize))
  const walk = { file, meta, seen, damaged }
  walkTree(walk, 'the tree of free pages', meta.free, false)
  walkTree(walk, 'the tree of records', meta.main, true)
}

function checkMeta(where: string, meta: MetaPage, damaged: DamageError): void {
  const { pageSize } = meta
  if (meta.magic !== magic) throw damaged(where, 'an LMDB file', 'another one')
  if (meta.version !== dataVersion) {
    throw damaged(where, `LMDB's layout ${dataVersion}`, String(meta.version))
  }
  const isPower = (pageSize & (pageSize - 1)) === 0
  if (pageSize < 512 || pageSize > 65_536 || !isPower) {
    throw damaged(where, 'a page size', String(pageSize))
  }
}

type Walk = { file: number; meta: MetaPage; seen: Uint8Array; damaged: DamageError }

type Found = Pick<Tree, 'branches' | 'leaves' | 'overflows' | 'entries'>

/** A page to visit: its depth, and the bounds of the keys that it may hold. */
type Ahead = { page: number; depth: number; from: Buffer | undefined; to: Buffer | undefined }

function walkTree(walk: Walk, where: string, tree: Tree, isOrdered: boolean): void {
  const found: Found = { branches: 0, leaves: 0, overflows: 0, entries: 0 }
  const ahead: Ahead[] =
    tree.root >= noPage ? [] : [{ page: tree.root, depth: 1, from: undefined, to: undefined }]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const nodes = readPage(walk, next, next.depth < tree.depth ? isBranch : isLeaf)
    if (isOrdered) checkOrder(walk, next, nodes)
    if (next.depth < tree.depth) {
      found.branches++
      for (const [index, node] of nodes.entries()) {
        const from = index === 0 ? next.from : node.key
        const to = nodes[index + 1]?.key ?? next.to
        ahead.push({ page: node.child, depth: next.depth + 1, from, to })
      }
    } else {
      found.leaves++
      found.entries += nodes.length
      for (const { overflow } of nodes)
        if (overflow) found.overflows += readOverflow(walk, overflow)
    }
  }
  const { branches, leaves, overflows, entries } = tree
  const [expected, got] = [countsOf({ branches, leaves, overflows, entries }), countsOf(found)]
  if (expected !== got) throw walk.damaged(where, expected, got)
}

const countsOf = ({ branches, leaves, overflows, entries }: Found) =>
  `${branches} branch, ${leaves} leaf and ${overflows} overflow pages with ${entries} entries`

type Overflow = { page: number; pages: number }
type Node = { key: Buffer; child: number; overflow: Overflow | undefined }

function claim({ meta, seen, damaged }: Walk, page: number): void {
  if (page < 2 || page > meta.lastPage || page >= seen.length) {
    const last = Math.min(meta.lastPage, seen.length - 1)
    throw damaged('a reference to a page', `a page from 2 to ${last}`, String(page))
  }
  if (seen[page] === 1) throw damaged(`page ${page}`, 'one reference', 'two')
  seen[page] = 1
}

function readPage(walk: Walk, { page }: Ahead, kind: number): Node[] {
  claim(walk, page)
  const { pageSize } = walk.meta
  const bytes = bytesAt(walk.file, page * pageSize, pageSize)
  const [lower, upper] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22)]
  const isSound =
    numberAt(bytes, 0) === page &&
    (bytes.readUInt16LE(18) & 0xff) === kind &&
    lower > 0 &&
    lower % 2 === 0 &&
    lower <= upper &&
    upper <= pageSize - headerSize
  if (!isSound) throw damagedPage(walk, page, kind === isLeaf ? 'a leaf page' : 'a branch page')
  // Offsets in a page are counted from the end of its header.
  return Array.from({ length: lower / 2 }, (_, index) => {
    const offset = headerSize + bytes.readUInt16LE(headerSize + 2 * index)
    const isInside = offset >= headerSize + upper && offset + nodeSize <= pageSize
    const node = isInside ? nodeAt(bytes, offset, kind) : undefined
    if (node === undefined) throw damagedPage(walk, page, 'entries inside of it')
    return node
  })
}

/** Reads the node at an offset of a page; undefined when it does not fit into the page. */
function nodeAt(bytes: Buffer, offset: number, kind: number): Node | undefined {
  const size = bytes.readUInt32LE(offset)
  const flags = bytes.readUInt16LE(offset + 4)
  const keyEnd = offset + nodeSize + bytes.readUInt16LE(offset + 6)
  if (keyEnd > bytes.length) return undefined
  const key = bytes.subarray(offset + nodeSize, keyEnd)
  // A branch node has the upper bits of its child in the place of the flags of a leaf node.
  if (kind === isBranch) return { key, child: size + flags * 2 ** 32, overflow: undefined }
  if (flags === 0) return keyEnd + size <= bytes.length ? leafNode(key, undefined) : undefined
  const pages = Math.floor((headerSize - 1 + size) / bytes.length) + 1
  if (flags !== 1 || keyEnd + 24 > bytes.length) return undefined
  if (numberAt(bytes, keyEnd + 16) !== pages) return undefined
  return leafNode(key, { page: numberAt(bytes, keyEnd), pages })
}

const leafNode = (key: Buffer, overflow: Overflow | undefined): Node => ({
  key,
  child: 0,
  overflow,
})

function checkOrder(walk: Walk, { page, from, to }: Ahead, nodes: Node[]): void {
  // The first key of a branch is empty: it stands for all lower keys.
  const keys = nodes.map(({ key }) => key).filter(key => key.length > 0)
  const all = [...(from ? [from] : []), ...keys]
  const isAscending = all.every((key, index) => {
    const next = all[index + 1]
    return next === undefined || key.compare(next) < (from && index === 0 ? 1 : 0)
  })
  const last = keys.at(-1)
  const isBelow = to === undefined || last === undefined || last.compare(to) < 0
  if (!isAscending || !isBelow) throw damagedPage(walk, page, 'keys in their order')
}

function readOverflow(walk: Walk, { page, pages }: Overflow): number {
  for (let index = 0; index < pages; index++) claim(walk, page + index)
  const bytes = bytesAt(walk.file, page * walk.meta.pageSize, headerSize)
  const isSound =
    numberAt(bytes, 0) === page &&
    (bytes.readUInt16LE(18) & 0xff) === isOverflow &&
    bytes.readUInt32LE(20) === pages
  if (!isSound) throw damagedPage(walk, page, `the first of ${pages} overflow pages`)
  return pages
}

const damagedPage = ({ damaged }: Walk, page: number, expected: string) =>
  damaged(`page ${page}`, expected, 'something else')
