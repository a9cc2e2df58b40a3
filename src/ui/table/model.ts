import {
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowExpandingFeature,
  tableFeatures,
  type ColumnDef,
  type Row as TableRow,
} from '@tanstack/react-table'

export interface ColumnMeta {
  /** Name in the column menu, if the header is not a text. */
  readonly name?: string
  /** Right-aligned numbers. */
  readonly numeric?: boolean
  /** Long texts may wrap. */
  readonly wraps?: boolean
  /** So short that two fit beside each other in card layout. */
  readonly isShort?: boolean
  /** In card layout, beside others without its name, or only in the detail of the row. */
  readonly inCard?: 'bare' | 'folded'
  /** Actions column at the end of the row. */
  readonly isActions?: boolean
  /** Title column: first and unlabelled in card layout, wherever it is in the table. Cannot be hidden. */
  readonly isTitle?: boolean
  /** Sorted from the largest or newest first. */
  readonly isDescendingFirst?: boolean
}

export const features = tableFeatures({
  columnVisibilityFeature,
  rowExpandingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
})

export type Columns<Row extends object> = ColumnDef<typeof features, Row>[]
export type DataRow<Row extends object> = TableRow<typeof features, Row>

/** Column helper for a row type. Create columns once, outside of components. */
export const columnHelper = <Row extends object>() => createColumnHelper<typeof features, Row>()
