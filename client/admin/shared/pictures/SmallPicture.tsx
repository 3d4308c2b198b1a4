import { useEffect, useState } from 'react';

interface SmallPictureProps {
  file: File | null | undefined;
  /** Pixels across from which it is sharp where it will stand. */
  sharpFrom: number;
}

/** Tells that a picture that was chosen is smaller than its place. It can be taken all the same. */
export function SmallPicture({ file, sharpFrom }: SmallPictureProps) {
  const [measured, setMeasured] = useState<{ file: File; width: number }>();
  useEffect(() => {
    if (!file) return;
    createImageBitmap(file).then(
      (bitmap) => {
        setMeasured({ file, width: bitmap.width });
        bitmap.close();
      },
      // What is no picture is told elsewhere.
      () => {},
    );
  }, [file]);
  const width = measured?.file === file ? measured?.width : undefined;
  if (width === undefined || width >= sharpFrom) return null;
  return (
    <p role="status">
      This picture is only {width} pixels wide, and will look small. From {sharpFrom} pixels on it is sharp.
    </p>
  );
}
