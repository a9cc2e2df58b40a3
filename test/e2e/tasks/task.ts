import type { Page } from '@playwright/test'
import type { Hand } from './hands.ts'

export interface TaskContext {
  readonly page: Page
  readonly hand: Hand
  /** Name of the strategy or e-mail of the person that the task needs. */
  readonly subject: string
}

/** Something that people do often. */
export interface Task {
  /** As in docs/tasks.md, which has the most steps that it may take. */
  readonly name: string
  /** Where it starts. */
  readonly from: string
  /** What is there before it starts, made for this task alone. */
  readonly needs?: 'strategy' | 'person' | 'paper'
  /** What happened on the page before its steps are counted. */
  readonly before?: (page: Page) => Promise<void>
  readonly run: (context: TaskContext) => Promise<void>
}
