import {
  createColumnHelper,
  metaHelper,
  rowExpandingFeature,
  tableFeatures,
  type ColumnDef,
  type Row as TableRow,
} from '@tanstack/react-table'

export interface ColumnMeta {
  /** Figures: right-aligned. */
  readonly numeric?: boolean
  /** Long texts may break into lines. */
  readonly wraps?: boolean
  /** What can be done to the row: stands at its end. */
  readonly isActions?: boolean
  /** What the row is of: stands first and without its name where rows become cards. */
  readonly isTitle?: boolean
}

export const features = tableFeatures({ rowExpandingFeature, columnMeta: metaHelper<ColumnMeta>() })

export type Columns<Row extends object> = ColumnDef<typeof features, Row>[]
export type DataRow<Row extends object> = TableRow<typeof features, Row>

/** Columns of a table whose rows are `Row`s. Make them once, outside of components. */
export const columnHelper = <Row extends object>() => createColumnHelper<typeof features, Row>()
