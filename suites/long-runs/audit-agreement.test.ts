import { existsSync } from 'node:fs'

import { expect, it } from 'vitest'

import { auditAgreement, auditOfHangingWebhook, auditOnFullDisk } from './audit-agreement.ts'

const ms = 2000

it('has one event at the end of every request under load', async () => {
  expect((await auditAgreement(ms)).problem).toBeUndefined()
})

it.skipIf(!existsSync('/dev/full'))('keeps serving if the disk is full', async () => {
  expect((await auditOnFullDisk(ms)).problem).toBeUndefined()
})

it('keeps serving with few pending events if the webhook hangs', async () => {
  expect((await auditOfHangingWebhook(ms)).problem).toBeUndefined()
})
