// Starts programs that print the URL that they serve on a separate line.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startChild } from '../../../fixtures/targets/kube-apiserver/child-process.ts'
import type { ChildServer } from '../../../fixtures/targets/kube-apiserver/child-process.ts'

/** A running published server. */
export type PublishedServer = {
  url: string
  /** PEM file of the server's certificate authority. */
  certificateAuthority?: string
  /** File with the administrator's token. */
  tokenFile?: string
  close: () => Promise<void>
}

/** The reason why a server cannot run here: a language or its packages are missing. */
export type Absent = { absent: string }

type Printing = { name: string; command: string; args: readonly string[]; directory: string }

/**
 * Starts a program and waits for its URL.
 * @throws Error with the end of its log if it ends before it prints one
 */
export async function startUrlPrintingProgram(
  wanted: Printing,
): Promise<{ url: string; child: ChildServer; close: () => Promise<void> }> {
  let url: string | undefined
  const isReady = async (): Promise<boolean> => {
    const log = await readFile(join(wanted.directory, `${wanted.name}.log`), 'utf8')
    url = /^https?:\/\/127\.0\.0\.1:\d+$/m.exec(log)?.[0]
    return url !== undefined
  }
  const child = await startChild({ ...wanted, args: [...wanted.args], isReady })
  if (url === undefined) throw new Error(`${wanted.name}: expected a URL, got none`)
  return { url, child, close: child.stop }
}
