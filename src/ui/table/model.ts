import {
  createColumnHelper,
  metaHelper,
  rowExpandingFeature,
  tableFeatures,
  type ColumnDef,
  type Row as TableRow,
} from '@tanstack/react-table'

export interface ColumnMeta {
  /** Right-aligned numbers. */
  readonly numeric?: boolean
  /** Long texts may wrap. */
  readonly wraps?: boolean
  /** Actions column at the end of the row. */
  readonly isActions?: boolean
  /** Title column: first and unlabelled in card layout. */
  readonly isTitle?: boolean
}

export const features = tableFeatures({ rowExpandingFeature, columnMeta: metaHelper<ColumnMeta>() })

export type Columns<Row extends object> = ColumnDef<typeof features, Row>[]
export type DataRow<Row extends object> = TableRow<typeof features, Row>

/** Column helper for a row type. Create columns once, outside of components. */
export const columnHelper = <Row extends object>() => createColumnHelper<typeof features, Row>()
