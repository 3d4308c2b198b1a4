/** Names that test the layout: one that runs right to left over several lines, and one without a place to break. */
export const urdu =
  'پشاور میں بننے والی فلموں اور سافٹ ویئر کی ایک لمبی کہانی جو کئی سطروں پر پھیلتی چلی جاتی ہے';
export const unbroken = 'Filmgesellschaftsgründungsversammlung'.repeat(6);
