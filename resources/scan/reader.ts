/** react-qr-reader, changed so that it switches the camera off. Only this file imports the library. */
import type { ChangeEvent } from 'react';
import Imported from 'react-qr-reader';

/** The component. The bundler may provide the whole module instead of its default export. */
const Reader = (Imported as unknown as { default?: typeof Imported }).default ?? Imported;

/** Prepares the canvas for frequent reads of its pixels, which is faster. */
const prepare = (canvas: HTMLCanvasElement | null | undefined) =>
  canvas?.getContext('2d', { willReadFrequently: true });

export class PhotoReader extends Reader {
  /** Ignores a file choice that the user cancelled. */
  override handleInputChange(event: ChangeEvent<HTMLInputElement>): void {
    if (event.target.files?.length) super.handleInputChange(event);
  }

  override check(): void {
    prepare(this.els.canvas);
    super.check();
  }
}

interface CameraProps {
  onStream(stream: MediaStream): void;
}

export class CameraReader extends Reader<CameraProps> {
  private gone = false;

  /** Switches the camera off at once if it starts after the dialog closed, for which the library would wait. */
  override handleVideo(stream: MediaStream): void {
    if (this.gone) {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    const { preview } = this.els;
    if (preview) {
      // The error of a picture that ends while it starts is ignored, because the library does not catch it.
      const play = preview.play.bind(preview);
      preview.play = () => play().catch(() => undefined);
      this.props.onStream(stream);
    }
    super.handleVideo(stream);
  }

  override check(): void {
    prepare(this.els.canvas);
    super.check();
  }

  override handleLoadStart(): void {
    if (!this.gone) super.handleLoadStart();
  }

  override componentWillUnmount(): void {
    this.gone = true;
    super.componentWillUnmount();
  }
}
