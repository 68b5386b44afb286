import { existsSync } from 'node:fs'

import { expect, it } from 'vitest'

import { auditAgreement, auditOfHangingWebhook, auditOnFullDisk } from './audit-agreement.ts'

const ms = 2000

it('has one event at the end of every request under load', async () => {
  expect((await auditAgreement(ms)).problem).toBeUndefined()
})

it.skipIf(!existsSync('/dev/full'))('serves on when the disk is full', async () => {
  expect((await auditOnFullDisk(ms)).problem).toBeUndefined()
})

it('serves on, and holds few events, when the webhook hangs', async () => {
  expect((await auditOfHangingWebhook(ms)).problem).toBeUndefined()
})
