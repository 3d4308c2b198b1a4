import { useEffect, useState } from 'react';

interface SmallPictureProps {
  file: File | null | undefined;
  /** Minimum width in pixels at which the picture looks sharp where it is shown. */
  sharpFrom: number;
}

/**
 * Warns that a chosen picture has fewer pixels than the place where it is shown needs. The picture can still be used.
 */
export function SmallPicture({ file, sharpFrom }: SmallPictureProps) {
  const [measured, setMeasured] = useState<{ file: File; width: number }>();
  useEffect(() => {
    if (!file) return;
    createImageBitmap(file).then(
      (bitmap) => {
        setMeasured({ file, width: bitmap.width });
        bitmap.close();
      },
      // The file is not a picture. Another component reports that.
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
